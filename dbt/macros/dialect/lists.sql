{# Differences of SQL dialects: lists, structs and aggregates. Another database needs its own `<adapter>__` macros here. #}

{# In a select list: one row for each element of a list. #}
{% macro each(elements) %}{{ return(adapter.dispatch('each')(elements)) }}{% endmacro %}
{% macro duckdb__each(elements) %}unnest({{ elements }}){% endmacro %}
{% macro spark__each(elements) %}explode({{ elements }}){% endmacro %}

{# The same, but one row with null for an empty list. #}
{% macro each_or_none(elements) %}{{ return(adapter.dispatch('each_or_none')(elements)) }}{% endmacro %}
{% macro duckdb__each_or_none(elements) %}unnest(case when len({{ elements }}) > 0 then {{ elements }} else [null] end){% endmacro %}
{% macro spark__each_or_none(elements) %}explode_outer({{ elements }}){% endmacro %}

{# In a select list: one row for each element of a list, with its position, from 0. #}
{% macro each_numbered(elements, item, number) %}{{ return(adapter.dispatch('each_numbered')(elements, item, number)) }}{% endmacro %}
{% macro duckdb__each_numbered(elements, item, number) -%}
        {{ each(elements) }} as {{ item }},
        {{ each('range(len(' ~ elements ~ '))') }} as {{ number }}
{%- endmacro %}
{% macro spark__each_numbered(elements, item, number) %}posexplode({{ elements }}) as ({{ number }}, {{ item }}){% endmacro %}

{% macro length_of(elements) %}{{ return(adapter.dispatch('length_of')(elements)) }}{% endmacro %}
{% macro duckdb__length_of(elements) %}len({{ elements }}){% endmacro %}
{% macro spark__length_of(elements) %}size({{ elements }}){% endmacro %}

{# The elements of a list for which the condition on `item` is true. #}
{% macro filtered(elements, item, condition) %}{{ return(adapter.dispatch('filtered')(elements, item, condition)) }}{% endmacro %}
{% macro duckdb__filtered(elements, item, condition) %}list_filter({{ elements }}, lambda {{ item }}: {{ condition }}){% endmacro %}
{% macro spark__filtered(elements, item, condition) %}filter({{ elements }}, {{ item }} -> {{ condition }}){% endmacro %}

{# The list of the values of the expression `value` for each `item` of a list. #}
{% macro mapped(elements, item, value) %}{{ return(adapter.dispatch('mapped')(elements, item, value)) }}{% endmacro %}
{% macro duckdb__mapped(elements, item, value) %}list_transform({{ elements }}, lambda {{ item }}: {{ value }}){% endmacro %}
{% macro spark__mapped(elements, item, value) %}transform({{ elements }}, {{ item }} -> {{ value }}){% endmacro %}

{# The value of `expression`, in which `name` stands for `value`. #}
{% macro let(name, value, expression) %}{{ return(adapter.dispatch('let')(name, value, expression)) }}{% endmacro %}
{% macro duckdb__let(name, value, expression) %}{{ mapped(list_of([value]), name, expression) }}[1]{% endmacro %}
{% macro spark__let(name, value, expression) %}{{ mapped(list_of([value]), name, expression) }}[0]{% endmacro %}

{# The sum of the expression `number` over each `item` of a list; 0 for an empty list. #}
{% macro sum_over(elements, item, number) %}{{ return(adapter.dispatch('sum_over')(elements, item, number)) }}{% endmacro %}
{% macro duckdb__sum_over(elements, item, number) %}coalesce(list_sum({{ mapped(elements, item, number) }}), 0){% endmacro %}
{% macro spark__sum_over(elements, item, number) -%}
    coalesce(aggregate({{ elements }}, 0, (sum, {{ item }}) -> sum + {{ number }}), 0)
{%- endmacro %}

{#
    The concatenation of the lists that the expression `list` gives for each item of `read`, a list as parsed, and `text`, the same
    list as it was written. In `list`, `read_of(item)` is the parsed item and `text_beside(item)` the written one.
#}
{% macro flatten_of(read, text, item, list) %}{{ return(adapter.dispatch('flatten_of')(read, text, item, list)) }}{% endmacro %}
{% macro duckdb__flatten_of(read, text, item, list) -%}
    flatten(list_transform(list_zip({{ read }}, {{ text }}), lambda {{ item }}: {{ list }}))
{%- endmacro %}
{% macro spark__flatten_of(read, text, item, list) -%}
    flatten(zip_with({{ read }}, {{ text }}, ({{ item }}_read, {{ item }}_text) -> {{ list }}))
{%- endmacro %}

{% macro read_of(item) %}{{ return(adapter.dispatch('read_of')(item)) }}{% endmacro %}
{% macro duckdb__read_of(item) %}{{ item }}[1]{% endmacro %}
{% macro spark__read_of(item) %}{{ item }}_read{% endmacro %}

{% macro text_beside(item) %}{{ return(adapter.dispatch('text_beside')(item)) }}{% endmacro %}
{% macro duckdb__text_beside(item) %}{{ item }}[2]{% endmacro %}
{% macro spark__text_beside(item) %}{{ item }}_text{% endmacro %}

{# The concatenation of several lists. #}
{% macro all_of(lists) %}{{ return(adapter.dispatch('all_of')(lists)) }}{% endmacro %}
{% macro duckdb__all_of(lists) %}list_concat({{ lists | join(', ') }}){% endmacro %}
{# A null list counts as an empty one, as in DuckDB. #}
{% macro spark__all_of(lists) -%}
    concat({% for list in lists %}coalesce({{ list }}, array()){{ ', ' if not loop.last }}{% endfor %})
{%- endmacro %}

{% macro list_of(elements) %}{{ return(adapter.dispatch('list_of')(elements)) }}{% endmacro %}
{% macro duckdb__list_of(elements) %}[{{ elements | join(', ') }}]{% endmacro %}
{% macro spark__list_of(elements) %}array({{ elements | join(', ') }}){% endmacro %}

{# A struct with these names and values. #}
{% macro struct_of(values) %}{{ return(adapter.dispatch('struct_of')(values)) }}{% endmacro %}
{% macro duckdb__struct_of(values) -%}
    { {%- for name, value in values.items() %}'{{ name }}': {{ value }}{{ ', ' if not loop.last }}{% endfor -%} }
{%- endmacro %}
{% macro spark__struct_of(values) -%}
    named_struct({% for name, value in values.items() %}'{{ name }}', {{ value }}{{ ', ' if not loop.last }}{% endfor %})
{%- endmacro %}

{# The texts of a group, joined with commas in the order of `place`. #}
{% macro joined(text, place) %}{{ return(adapter.dispatch('joined')(text, place)) }}{% endmacro %}
{% macro duckdb__joined(text, place) %}string_agg({{ text }}, ', ' order by {{ place }}){% endmacro %}
{% macro spark__joined(text, place) -%}
    array_join(transform(array_sort(collect_list(struct({{ place }} as place, {{ text }} as words))), one -> one.words), ', ')
{%- endmacro %}

{#
    The `value` in the row of a group where `by` is greatest. `by` is a column, or a list of columns compared one after another, in
    which null is greater than everything. Rows with a null value do not count.
#}
{% macro at_max(value, by, condition=none) %}{{ return(adapter.dispatch('at_max')(value, by, condition)) }}{% endmacro %}
{% macro duckdb__at_max(value, by, condition) %}arg_max({{ value }}, {{ duckdb_place(by) }}){{ duckdb_where(condition) }}{% endmacro %}
{% macro spark__at_max(value, by, condition) %}max_by({{ value }}, {{ spark_place(by) }}){{ spark_where(value, condition) }}{% endmacro %}

{# The same for the row where `by` is least. #}
{% macro at_min(value, by, condition=none) %}{{ return(adapter.dispatch('at_min')(value, by, condition)) }}{% endmacro %}
{% macro duckdb__at_min(value, by, condition) %}arg_min({{ value }}, {{ duckdb_place(by) }}){{ duckdb_where(condition) }}{% endmacro %}
{% macro spark__at_min(value, by, condition) %}min_by({{ value }}, {{ spark_place(by) }}){{ spark_where(value, condition) }}{% endmacro %}

{% macro duckdb_place(by) %}{{ by if by is string else '(' ~ by | join(', ') ~ ')' }}{% endmacro %}
{% macro duckdb_where(condition) %}{% if condition is not none %} filter (where {{ condition }}){% endif %}{% endmacro %}
{% macro spark_place(by) -%}
    {%- if by is string -%} {{ by }}
    {%- else -%} struct({% for part in by %}{{ part }} is null, {{ part }}{{ ', ' if not loop.last }}{% endfor %})
    {%- endif -%}
{%- endmacro %}
{% macro spark_where(value, condition) -%}
    {{ ' ' }}filter (where {{ value }} is not null{% if condition is not none %} and ({{ condition }}){% endif %})
{%- endmacro %}
