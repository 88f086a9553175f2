"""The night audit of a property portfolio: load, build, show, correct.

the commands:            cli
a night, step by step:   nightly, load, transform, publishing, report
writing back:            correct
the api, and its double: client, sandbox
where tables are kept:   warehouse, database, raw_tables, schemas, lake
personal data:           privacy, forget
a deployment:            settings, doctor, schedule
errors:                  errors, machine_errors
the process, its files:  run_note, memory, background, fast_exit, garbage, files, addresses
"""
