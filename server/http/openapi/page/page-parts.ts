/**
 * Style and script of the page. The script only hides and shows articles: without it, everything is on one long page.
 */

export const PAGE_STYLE = `
:root { color-scheme: light dark; --line: #8885; --quiet: #767676; }
* { box-sizing: border-box; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0; }
.page { display: grid; grid-template-columns: minmax(16rem, 22rem) minmax(0, 1fr); min-height: 100vh; }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1rem; border-right: 1px solid var(--line); }
nav ul { list-style: none; margin: 0 0 .5rem; padding: 0; } nav a { display: block; padding: .15rem .5rem; text-decoration: none; color: inherit; border-radius: 4px; overflow-wrap: anywhere; }
nav a:hover { background: #8882; } nav a[aria-current] { background: #8884; font-weight: 600; }
nav h2 { font-size: .8rem; margin: .75rem 0 .25rem; color: var(--quiet); }
input[type=search] { width: 100%; font: inherit; padding: .35rem .5rem; }
main { padding: 1.5rem 2rem 6rem; max-width: 62rem; }
h1 { font-size: 1.4rem; margin: 0 0 .5rem; } h2 { font-size: 1.15rem; margin: 0 0 .25rem; } h3 { font-size: 1rem; margin: 1.75rem 0 .35rem; }
article { padding-bottom: 2rem; } article + article { border-top: 1px solid var(--line); padding-top: 1.5rem; }
code, pre { font: 13px/1.5 ui-monospace, monospace; } code { overflow-wrap: anywhere; }
pre { overflow-x: auto; padding: .75rem; border: 1px solid var(--line); border-radius: 4px; margin: .25rem 0 .75rem; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top; padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--line); }
th { font-weight: 600; font-size: .85rem; } td:first-child { white-space: nowrap; } td .type { color: var(--quiet); }
.method { font-weight: 700; font-size: .75rem; display: inline-block; min-width: 3.4rem; }
summary { cursor: pointer; font-weight: 600; } [hidden] { display: none !important; }
@media (max-width: 50rem) { .page { display: block; } nav { position: static; height: auto; max-height: 45vh; border: 0; border-bottom: 1px solid var(--line); } main { padding: 1rem; } }`;

/** Shows the article of the address, and list entries that match the search. */
export const PAGE_SCRIPT = `
const articles = [...document.querySelectorAll('article')];
const links = [...document.querySelectorAll('nav a')];
const search = document.querySelector('input[type=search]');
const found = document.querySelector('[role=status]');
const texts = new Map(articles.map((article) => [article.id, article.textContent.toLowerCase()]));
const titles = new Map(links.map((link) => [link, link.textContent.toLowerCase()]));
const idOf = (link) => link.hash.slice(1);
function show() {
  const wanted = articles.find(({ id }) => id === location.hash.slice(1)) ?? articles[0];
  for (const article of articles) article.hidden = article !== wanted;
  for (const link of links)
    if (idOf(link) === wanted.id) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  window.scrollTo(0, 0);
}
function filter() {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const holds = (text) => words.every((word) => text.includes(word));
  const named = links.filter((link) => holds(titles.get(link)));
  const shown = new Set(named.length > 0 ? named : links.filter((link) => holds(texts.get(idOf(link)) ?? '')));
  for (const link of links) link.parentElement.hidden = !shown.has(link);
  for (const list of document.querySelectorAll('nav ul')) {
    const isEmpty = ![...list.children].some((item) => !item.hidden);
    list.hidden = isEmpty;
    if (list.previousElementSibling?.tagName === 'H2') list.previousElementSibling.hidden = isEmpty;
  }
  found.textContent = words.length === 0 ? '' : shown.size + ' found';
}
search.addEventListener('input', filter);
search.addEventListener('keydown', (event) => {
  const first = links.find((link) => !link.parentElement.hidden);
  if (event.key === 'Enter' && first) location.hash = first.hash;
  if (event.key === 'Escape') { search.value = ''; filter(); }
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target === search) return;
  event.preventDefault();
  search.focus();
});
addEventListener('hashchange', show);
show();
`;
