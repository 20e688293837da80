import { escapeHtml } from '../http/respond'
import type { Message } from './store'

const style = `
:root{color-scheme:light dark;--bg:#fafafa;--card:#fff;--line:#e4e4e7;--text:#18181b;--muted:#62626b;--accent:#4f46e5;--soft:#eef2ff}
@media(prefers-color-scheme:dark){:root{--bg:#101013;--card:#18181b;--line:#2e2e33;--text:#f4f4f5;--muted:#a1a1aa;--accent:#a5b4fc;--soft:#23233a}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--text);font:14px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif}
header{display:flex;gap:12px;align-items:center;justify-content:space-between;padding:12px 20px;border-bottom:1px solid var(--line);background:var(--card)}
h1{margin:0;font-size:16px}h1 a{color:inherit;text-decoration:none}h2{margin:0 0 4px;font-size:18px;overflow-wrap:anywhere}
.bar{display:flex;gap:8px}
.button{display:inline-block;padding:5px 12px;border:1px solid var(--line);border-radius:6px;background:transparent;color:inherit;font:inherit;text-decoration:none;white-space:nowrap;cursor:pointer}
.button:hover{background:var(--soft)}
main{display:grid;grid-template-columns:minmax(260px,360px) 1fr;min-height:calc(100vh - 56px)}
nav{border-right:1px solid var(--line);background:var(--card);overflow:auto}
nav ul{margin:0;padding:0;list-style:none}
nav a{display:block;padding:10px 20px;border-bottom:1px solid var(--line);color:inherit;text-decoration:none}
nav a:hover,nav a[aria-current]{background:var(--soft)}
nav a[aria-current]{box-shadow:inset 3px 0 var(--accent)}
nav .line{display:flex;gap:8px;justify-content:space-between}
.to{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;color:var(--muted)}
.subject{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;font-weight:600}
time,.meta{color:var(--muted);font-size:13px;white-space:nowrap}
.meta{white-space:normal;overflow-wrap:anywhere}
article{padding:20px;min-width:0}
article .top{display:flex;gap:12px;justify-content:space-between;align-items:start;margin-bottom:16px}
iframe,pre{width:100%;min-height:60vh;border:1px solid var(--line);border-radius:8px;background:#fff;color:#18181b}
iframe{color-scheme:light}
pre{margin:0;padding:16px;white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}
details{margin-top:12px}details pre{min-height:0;margin-top:8px;background:transparent;color:inherit}
.empty{padding:48px 20px;text-align:center;color:var(--muted)}
:focus-visible{outline:2px solid var(--accent);outline-offset:-2px}
@media(max-width:720px){main{grid-template-columns:1fr}nav{border-right:0}.reading nav{display:none}}`

const when = (iso: string, from = 0) =>
  `<time datetime="${escapeHtml(iso)}">${escapeHtml(iso.slice(from, 16).replace('T', ' '))} UTC</time>`

function listItem(message: Message, current: Message | undefined): string {
  const mark = message.id === current?.id ? ' aria-current="page"' : ''
  return `<li><a href="/mail/${escapeHtml(message.id)}"${mark}>
<div class="line"><span class="to">${escapeHtml(message.to)}</span>${when(message.createdAt, 5)}</div>
<div class="subject">${escapeHtml(message.subject || '(no subject)')}</div></a></li>`
}

/**
 * The mail in a sandbox without scripts and without the page's origin. Links may navigate the whole tab, so that a
 * verification link works as in a real mailbox.
 */
function mailBody(message: Message): string {
  if (!message.html) return `<pre tabindex="0">${escapeHtml(message.text)}</pre>`
  const content = `<!doctype html><meta name="referrer" content="no-referrer"><base target="_top">${message.html}`
  const text = message.text
    ? `<details><summary>Plain text</summary><pre>${escapeHtml(message.text)}</pre></details>`
    : ''
  return `<iframe title="Message" sandbox="allow-top-navigation-by-user-activation" srcdoc="${escapeHtml(content)}"></iframe>${text}`
}

/** Answer address, people in copy and files. */
function details({ headers = {}, files = [] }: Message): string {
  const names = files.map(({ name }) => name).filter(Boolean)
  const lines = [
    headers['reply-to'] && `Answers to ${headers['reply-to']}`,
    headers.cc && `Cc ${headers.cc}`,
    names.length > 0 && `Files: ${names.join(', ')}`,
  ]
  return lines.map((line) => (line ? `<div class="meta">${escapeHtml(line)}</div>` : '')).join('')
}

function article(message: Message | undefined, empty: boolean): string {
  if (!message) {
    const hint = empty
      ? 'No mail yet. Whatever the portal sends (sign-up, password reset, invitations) arrives here.'
      : 'Choose a message to read it.'
    return `<p class="empty">${hint}</p>`
  }
  return `<article><div class="top"><div><h2>${escapeHtml(message.subject || '(no subject)')}</h2>
<div class="meta">${message.from ? `From ${escapeHtml(message.from)} · ` : ''}To ${escapeHtml(message.to)} · ${when(message.createdAt)}</div>${details(message)}</div>
<form method="post" action="/mail/${escapeHtml(message.id)}/delete"><button class="button">Delete</button></form></div>
${mailBody(message)}</article>`
}

/** All messages beside the selected one. Works without scripts. */
export function mailPage(messages: Message[], current?: Message): string {
  const items = messages.map((message) => listItem(message, current)).join('\n')
  const here = current ? `/mail/${escapeHtml(current.id)}` : '/mail'
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${current ? `${escapeHtml(current.subject)} · ` : ''}Local mailbox</title><style>${style}</style></head>
<body class="${current ? 'reading' : 'listing'}"><header><h1><a href="/mail">Local mailbox</a></h1>
<div class="bar"><a class="button" href="${here}">Refresh</a><a class="button" href="/">Open the portal</a></div></header>
<main><nav aria-label="Messages"><ul>${items}</ul></nav><section>${article(current, messages.length === 0)}</section></main>
</body></html>`
}
