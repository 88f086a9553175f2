"""How the approver's page looks: light and dark, at a desk, on a telephone and on paper."""

STYLE = """
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #57606a; --line: #d8dee4; --paper: #fff; --panel: #f6f8fa;
  --bad: #a40e26; --bad-paper: #ffebe9; --good: #116329 }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --soft: #9aa4ae; --line: #343b43; --paper: #14181d;
  --panel: #1c2229; --bad: #ff9492; --bad-paper: #3c1618; --good: #6fdd8b } }
* { box-sizing: border-box }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 72rem; padding: 1.5rem 1rem 3rem; color: var(--ink);
  background: var(--paper) }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem }
p { margin: .25rem 0 } .soft, small { color: var(--soft) } code { font-size: .9em; overflow-wrap: anywhere }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: .75rem; margin: 1.25rem 0; padding: 0 }
.tiles li { list-style: none; background: var(--panel); border: 1px solid var(--line); border-radius: .5rem;
  padding: .6rem .8rem }
.tiles b { display: block; font-size: 1.35rem; line-height: 1.3; font-variant-numeric: tabular-nums; overflow-wrap: anywhere }
.tiles .bad b { color: var(--bad) }
.next { border-left: 4px solid var(--good); background: var(--panel); padding: .6rem .9rem; margin: 1rem 0 }
.next.bad { border-color: var(--bad) } ul.plain { margin: .25rem 0; padding-left: 1.2rem }
table { border-collapse: collapse; width: 100%; table-layout: fixed }
caption { text-align: left; color: var(--soft); padding-bottom: .4rem }
th, td { text-align: left; padding: .5rem .6rem; vertical-align: top; overflow-wrap: anywhere }
thead th { border-bottom: 2px solid var(--ink); font-size: .9rem } tbody tr { border-top: 1px solid var(--line) }
.n { text-align: right; font-variant-numeric: tabular-nums }
tr.conflict { background: var(--bad-paper) } tr.conflict .said { color: var(--bad); font-weight: 600 }
dl { margin: 0; display: grid; grid-template-columns: fit-content(60%) 1fr; column-gap: .8rem }
dt { color: var(--soft); overflow-wrap: anywhere } dd { margin: 0; min-width: 0 }
del { color: var(--soft) } ins { text-decoration: none; font-weight: 600 }
dl.facts { margin: .5rem 0 }
@media (min-width: 58rem) { th.row { width: 3.5rem } th.record { width: 18% } th.amount { width: 11rem } th.what { width: 25% } }
@media (max-width: 58rem) {
  table, caption, tbody, tr, td { display: block } thead { display: none } tbody tr { padding: .6rem 0 }
  td { padding: .15rem .3rem } td[data-name]::before { content: attr(data-name) " "; color: var(--soft) }
  .n { text-align: left } dl { grid-template-columns: fit-content(55%) 1fr }
}
@media print { body { max-width: none; padding: 0; font-size: 11px } tr { break-inside: avoid }
  h2, caption { break-after: avoid } .tiles b { font-size: 1rem } }
"""
