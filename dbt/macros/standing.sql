{#
    What need not be made again. A table is what its query makes of the relations it reads: where these hold what they held when
    the table was made, it is left as it stands, and a check that passed on them has passed. `private.made` says of each
    relation what it was made of and what it holds; that is written in the transaction that makes the relation, so that a
    killed or failed build leaves nothing untrue. Small portfolios are made whole, and a change of the project forgets everything.
    Only DuckDB: on Spark all tables are made anew.
#}

{# Runs first: notes what the raw tables hold, the settings and the business date. Without these nothing is left as it stands. #}
{% macro note_what_is_read() %}{{ return(adapter.dispatch('note_what_is_read')()) }}{% endmacro %}
{% macro spark__note_what_is_read() %}{% endmacro %}
{% macro duckdb__note_what_is_read() %}
    {%- if execute -%}
    {%- do graph.pop('is_large', none) -%}
    {%- set is_large = is_large() -%}
    {%- do graph.update({'is_large': is_large}) -%}
    {%- call statement('note') -%}
    create schema if not exists private;
    create table if not exists private.made (thing varchar not null, made_of varchar not null, content varchar not null);
    delete from private.made {{ "where made_of = ''" if is_large }};
    {%- if is_large %}
    insert into private.made
    select
        'settings' as thing,
        '' as made_of,
        {{ text_of(local_md5(invocation_args_dict.vars | string)) }} as content
    union all
    select
        'today' as thing,
        '' as made_of,
        cast({{ today() }} as varchar) as content
    {%- for source in graph.sources.values() %}
        {%- set relation = load_relation(api.Relation.create(source.database, source.schema, source.identifier)) %}
        {%- if relation is not none %}
    union all
    select
        '{{ source.unique_id }}' as thing,
        '' as made_of,
        -- The hash of a record stands for its text.
        {{ content_of("*columns(lambda name: name <> 'payload')") }} as content
    from {{ relation }}
        {%- endif %}
    {%- endfor %}
    {%- endif %}
    {%- endcall -%}
    {%- do adapter.commit() -%}
    {%- endif -%}
{% endmacro %}

{# The same text for the same rows in any order. #}
{% macro content_of(values) %}count(*) || ' ' || coalesce(sum(hash({{ values }})), 0){% endmacro %}

{#
    One text for all that decides what the node being built holds: its code, the settings and what its parents hold. None
    where that is not known of all of them. `Step.made_of` in nightaudit.transform.script says the same.
#}
{% macro made_of(code) %}
    {%- if not is_large() -%} {{ return(none) }} {%- endif -%}
    {%- set parents = read_through_views(model.depends_on.nodes) | unique | sort -%}
    {%- set found = run_query(
        "select thing, content from private.made where thing in ('settings', 'today', '" ~ parents | join("', '") ~ "')"
    ) -%}
    {%- set known = dict(found.rows | map('list')) -%}
    {%- if 'settings' not in known -%} {{ return(none) }} {%- endif -%}
    {%- set parts = [local_md5(code), known['settings']] -%}
    {%- if 'private.today()' in code -%} {%- do parts.append(known['today']) -%} {%- endif -%}
    {%- for parent in parents -%}
        {%- if parent in known -%} {%- do parts.append(parent ~ ' ' ~ known[parent]) -%}
        {%- elif parent.startswith('seed.') -%} {%- do parts.append(parent ~ ' ' ~ graph.nodes[parent].checksum.checksum) -%}
        {%- elif parent.startswith('source.') -%} {%- do parts.append(parent ~ ' was never loaded') -%}
        {%- else -%} {{ return(none) }}
        {%- endif -%}
    {%- endfor -%}
    {{ return(local_md5(parts | join('\n'))) }}
{% endmacro %}

{# These nodes, and behind those that are views what they read: a view holds what is behind it, whenever it was made. #}
{% macro read_through_views(nodes) %}
    {%- set found = [] -%}
    {%- for node in nodes -%}
        {%- do found.append(node) -%}
        {%- if node.startswith('model.') and graph.nodes[node].config.materialized == 'view' -%}
            {%- do found.extend(read_through_views(graph.nodes[node].depends_on.nodes)) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(found) }}
{% endmacro %}

{# Whether the node being built was made of the same, and stands where it should. #}
{% macro is_standing(made_of, target=none) %}
    {%- if made_of is none or flags.FULL_REFRESH -%} {{ return(false) }} {%- endif -%}
    {%- if target is not none -%}
        {%- set standing = load_cached_relation(target) -%}
        {%- if standing is none or standing.type != target.type -%} {{ return(false) }} {%- endif -%}
    {%- endif -%}
    {%- set found = run_query(
        "select 1 from private.made where thing = '" ~ model.unique_id ~ "' and made_of = '" ~ made_of ~ "'"
    ) -%}
    {{ return(found.rows | length > 0) }}
{% endmacro %}

{# Leaves the node as it is. #}
{% macro leave_standing() %}
    {%- call noop_statement('main', 'AS IT STANDS') -%}{%- endcall -%}
{% endmacro %}

{# Notes what the node that has just been made was made of, and what it holds: the `content`, an expression over `target`. #}
{% macro note_as_made(made_of, content, target=none) %}
    {%- if not is_large() -%} {{ return('') }} {%- endif -%}
    {%- call statement('note') -%}
        delete from private.made where thing = '{{ model.unique_id }}';
        {%- if made_of is not none %}
        insert into private.made
        select
            '{{ model.unique_id }}' as thing,
            '{{ made_of }}' as made_of,
            {{ content }} as content
        {{ 'from ' ~ target ~ ' as made' if target is not none }};
        {%- endif %}
    {%- endcall -%}
{% endmacro %}
