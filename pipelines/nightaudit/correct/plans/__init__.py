"""A plan: made of rows, read by a person, approved, taken back.

made:           plan, remarks, undo
approved:       approval
for people:     show, page, page_style, files
for other tools: export
"""
