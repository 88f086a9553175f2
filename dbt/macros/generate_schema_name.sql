{#
    Schemas are called exactly as configured. In a lake the name of the tenant stands before them, where there is one, and
    marts are built beside those that are read: `publish` renames them.
#}
{% macro generate_schema_name(custom_schema_name, node) %}
    {{- var('tenant') ~ '_' if var('tenant') -}}
    {{- (custom_schema_name or target.schema) | trim -}}
    {{- '__building' if target.type == 'spark' and 'marts' in node.fqn -}}
{% endmacro %}
