"""The OpenAPI document of a sandbox, and the page that shows it.

for machines: document, parameters
for people:   page
"""
