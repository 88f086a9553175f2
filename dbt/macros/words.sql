{# A value as a sentence names it, where it is stated. #}
{% macro in_words(value) %}coalesce(cast({{ value }} as {{ sql_type('varchar') }}), 'none'){% endmacro %}
