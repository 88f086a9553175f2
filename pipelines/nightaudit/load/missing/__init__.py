"""Records that no list shows: asked for by key, for absent is not deleted.

held, and not listed any more: absent
referred to, and never listed: referred, unlisted
"""
