import { escapeHtml } from '../http/respond'
import { providerNames, type Provider } from './consent-code'

const style = `
:root{color-scheme:light dark;--bg:#f4f4f5;--card:#fff;--line:#d4d4d8;--text:#18181b;--soft:#52525b;--accent:#2453c9;--onaccent:#fff}
@media (prefers-color-scheme:dark){:root{--bg:#111113;--card:#1b1b1f;--line:#3f3f46;--text:#fafafa;--soft:#a1a1aa;--accent:#8fb0ff;--onaccent:#0b1220}}
*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:16px;background:var(--bg);color:var(--text);font:15px/1.5 -apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif}
main{width:100%;max-width:400px;background:var(--card);border:1px solid var(--line);border-radius:8px;padding:28px}
h1{font-size:20px;line-height:1.3;margin:0 0 8px}p{margin:0 0 20px;color:var(--soft)}label{display:block;font-weight:600;margin:0 0 4px}
input{width:100%;font:inherit;color:inherit;background:transparent;border:1px solid var(--line);border-radius:6px;padding:9px 12px;margin:0 0 16px}
.actions{display:flex;flex-direction:row-reverse;gap:8px}button{font:inherit;font-weight:600;border-radius:6px;border:1px solid var(--line);background:transparent;color:inherit;padding:9px 16px;cursor:pointer}
button[value=allow]{background:var(--accent);border-color:var(--accent);color:var(--onaccent)}:focus-visible{outline:2px solid var(--accent);outline-offset:2px}.error{color:#c0262d;font-weight:600}`

const demo = ['customer@example.com', 'customer2@example.com', 'agent@example.com', 'agent2@example.com']

/** Replaces the provider's consent page, so that its button works without an account or a network. */
export function consentPage(
  provider: Provider,
  state: string,
  filled: { email: string; name: string; error?: string },
): string {
  const title = `Sign in with ${providerNames[provider]}`
  const error = filled.error ? `<p class="error" role="alert">${escapeHtml(filled.error)}</p>` : ''
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${style}</style></head>
<body><main><h1>${title}</h1>
<p>This page stands in for ${providerNames[provider]} on this machine. Choose who you are; the helpdesk receives your email address and name.</p>${error}
<form method="post"><input type="hidden" name="state" value="${escapeHtml(state)}">
<label for="email">Email</label><input id="email" name="email" type="email" autocomplete="email" list="accounts" value="${escapeHtml(filled.email)}" autofocus>
<datalist id="accounts">${demo.map((email) => `<option value="${email}">`).join('')}</datalist>
<label for="name">Name</label><input id="name" name="name" autocomplete="name" maxlength="50" value="${escapeHtml(filled.name)}">
<div class="actions"><button name="answer" value="allow">Continue</button><button name="answer" value="cancel">Cancel</button></div>
</form></main></body></html>`
}
