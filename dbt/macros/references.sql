{#
    The part of a text written by people that may be published. Of a reference: words with the shape of a document number, and tokens
    of corrections. Names, addresses, telephone numbers and bank account numbers have other shapes.
#}
{% macro numbered_words(text) %}{{ return(adapter.dispatch('numbered_words')(text)) }}{% endmacro %}
{# Most texts are one word, a number. Splitting those too would take longer than everything else of an allocation. #}
{% macro duckdb__numbered_words(text) -%}
    case
        when regexp_full_match({{ text }}, {{ text_of(numbered_word()) }}) then {{ text }}
        else nullif(array_to_string(list_filter(
            string_split_regex({{ rewritten(text, text_of(long_number()), "' '") }}, '\s+'),
            lambda word: regexp_full_match(word, {{ text_of(numbered_word()) }})
        ), ' '), '')
    end
{%- endmacro %}
{% macro spark__numbered_words(text) -%}
    nullif(array_join(filter(
        split({{ rewritten(text, text_of(long_number()), "' '") }}, '\\s+'), word -> word rlike {{ text_of('^(' ~ numbered_word() ~ ')$') }}
    ), ' '), '')
{%- endmacro %}

{# A token; capitals before digits (RCPT00000012, SI/26/0042); digits in parts (20250101-00012); few digits, no zero first (4711). #}
{% macro numbered_word() -%}
    [\[(#]?([Nn][Aa]-[0-9A-Fa-f]{16}|[A-Z]{1,4}[-/_]?[0-9]{4,10}([-/_][0-9]{1,8}){0,2}|[A-Z]{1,4}[-/_][0-9]{1,3}[-/_][0-9]{3,8}
    {{- '|[1-9][0-9]{3,7}([-/_][0-9]{1,8}){1,2}|[1-9][0-9]{3,6})[\\]),.;:]*' }}
{%- endmacro %}

{# Eight digits or more with only blanks, full stops and brackets between them: a telephone, account or card number. #}
{% macro long_number() %}(^|\s)[(+]*([0-9][\s().]*){8,}($|\s){% endmacro %}

{# The shape of a text: each letter as a, each digit as 9, at most thirty characters. #}
{% macro shape_of(text) -%}
    left({{ rewritten(rewritten(text, text_of('[\\p{L}\\p{M}]'), "'a'"), text_of('\\p{N}'), "'9'") }}, 30)
{%- endmacro %}
