"""Plans: built from rows, shown to people, approved, exported and undone.

built from rows:    plan, drafts, forgotten_rows, remarks, undo
approval:           approval
shown to people:    show, page, page_style
exported:           export
"""
