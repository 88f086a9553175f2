{# A value as text for a sentence; `none` where it is null. #}
{% macro in_words(value) %}coalesce(cast({{ value }} as {{ sql_type('varchar') }}), 'none'){% endmacro %}
