{#
    Schemas have exactly the configured names. In a lake, the name of the tenant, if any, is a prefix, and marts are built in
    schemas with the suffix `__building`, beside the published ones: `publish` renames them.
#}
{% macro generate_schema_name(custom_schema_name, node) %}
    {{- var('tenant') ~ '_' if var('tenant') -}}
    {{- (custom_schema_name or target.schema) | trim -}}
    {{- '__building' if target.type == 'spark' and 'marts' in node.fqn -}}
{% endmacro %}
