/** Style sheet of the server's own pages, for light and dark mode and any screen width. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --ink: #18212f; --soft: #5a6678; --line: #cbd3de; --card: #fff; --back: #f1f4f8;
  --brand: #1f5eff; --brand-dark: #1747c4; --on-brand: #fff; --bad: #a8141f; --bad-back: #fdecee; --shadow: 0 12px 40px #18212f1a; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e9eef6; --soft: #a3afc0; --line: #3a4658; --card: #18212e; --back: #0e141d;
    --brand: #86abff; --brand-dark: #aac4ff; --on-brand: #0e141d; --bad: #ff9aa2; --bad-back: #40181d; --shadow: none; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; place-items: center; padding: 1.5rem;
  background: var(--back); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
main { width: 100%; max-width: 25rem; background: var(--card); border: 1px solid var(--line); border-radius: 1rem;
  padding: 2.25rem 2rem; box-shadow: var(--shadow); }
.brand { display: flex; align-items: center; gap: .6rem; margin: 0 0 1.5rem; font-weight: 650; letter-spacing: .01em; }
.brand svg { width: 1.75rem; height: 1.75rem; color: var(--brand); }
h1 { margin: 0 0 .35rem; text-wrap: balance; font-size: 1.5rem; line-height: 1.25; letter-spacing: -.01em; }
p { margin: 0 0 1.25rem; color: var(--soft); overflow-wrap: anywhere; }
label { display: block; margin: 0 0 .35rem; font-weight: 600; font-size: .925rem; }
input { width: 100%; margin: 0 0 1.1rem; padding: .7rem .8rem; font: inherit; color: inherit; background: transparent;
  border: 1px solid var(--soft); border-radius: .6rem; }
button, .button { display: block; width: 100%; padding: .75rem 1rem; font: inherit; font-weight: 600; text-align: center;
  text-decoration: none; cursor: pointer; border: 1px solid transparent; border-radius: .6rem;
  background: var(--brand); color: var(--on-brand); }
button:hover, .button:hover { background: var(--brand-dark); }
button.secondary, .button.secondary { background: transparent; color: var(--brand); border-color: var(--brand); }
button.secondary:hover, .button.secondary:hover { background: var(--back); border-color: var(--brand-dark); }
.button + .button, button + button { margin-top: .6rem; }
section form { margin: 0 0 1.25rem; }
section form p { margin: 0 0 .6rem; }
button.plain { margin-top: .6rem; background: transparent; color: var(--soft); }
button.plain:hover { color: var(--ink); border-color: var(--line); }
input:focus-visible, button:focus-visible, .button:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px; }
h2 { margin: 0 0 .6rem; font-size: 1.05rem; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .3rem 1rem; margin: 0 0 1.5rem; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
.note { padding: .75rem .9rem; border-radius: .6rem; border: 1px solid var(--line); color: var(--ink); }
.alert { margin-top: .85rem; padding: .75rem .9rem; border-radius: .6rem; border: 1px solid var(--bad); background: var(--bad-back); color: var(--bad); }
`;
