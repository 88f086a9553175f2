{# Schemas are called exactly as configured, in every target. #}
{% macro generate_schema_name(custom_schema_name, node) %}
    {{- (custom_schema_name or target.schema) | trim -}}
{% endmacro %}
