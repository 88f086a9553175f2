{# Bank texts name people. Words with a digit are numbers of something and are kept; names, addresses and telephone numbers are not. #}
{% macro numbered_words(text) %}{{ return(adapter.dispatch('numbered_words')(text)) }}{% endmacro %}
{# Most are one word, a number: taking those apart would cost more than all else of an allocation. #}
{% macro duckdb__numbered_words(text) -%}
    case
        when regexp_full_match({{ text }}, '[A-Za-z0-9/_-]*[0-9][A-Za-z0-9/_-]*') then {{ text }}
        else nullif(array_to_string(list_filter(
            string_split_regex({{ text }}, '\s+'), lambda word: regexp_matches(word, '[0-9]') and not regexp_matches(word, '@|^[+]')
        ), ' '), '')
    end
{%- endmacro %}
{% macro spark__numbered_words(text) -%}
    nullif(array_join(filter(
        split({{ text }}, '\\s+'), word -> word rlike '[0-9]' and not word rlike '@|^[+]'
    ), ' '), '')
{%- endmacro %}
