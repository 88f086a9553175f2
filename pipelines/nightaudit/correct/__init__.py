"""Write-back: corrections that are planned, approved, sent once, verified and audited."""
