"""An independent reading of the marts in plain Python, to judge the dbt models by."""
