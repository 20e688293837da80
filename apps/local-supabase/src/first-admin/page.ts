import { escapeHtml } from '../http/respond'
import type { SetupErrors, SetupField } from './form'

const style = `
:root{color-scheme:light dark;--bg:#fafafa;--card:#fff;--line:#85858f;--edge:#e4e4e7;--text:#18181b;--muted:#5b5b63;--accent:#4f46e5;--onaccent:#fff;--error:#b91c1c}
@media(prefers-color-scheme:dark){:root{--bg:#101013;--card:#18181b;--line:#6f6f78;--edge:#2e2e33;--text:#f4f4f5;--muted:#a1a1aa;--accent:#a5b4fc;--onaccent:#14142b;--error:#fca5a5}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:16px;background:var(--bg);color:var(--text);font:14px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif}
main{width:100%;max-width:400px;background:var(--card);border:1px solid var(--edge);border-radius:8px;padding:24px}
h1{margin:0 0 4px;font-size:20px;line-height:1.3}p{margin:0 0 20px;color:var(--muted)}
label{display:block;margin:0 0 4px;font-weight:600}
input{width:100%;min-height:40px;padding:8px 12px;border:1px solid var(--line);border-radius:6px;background:transparent;color:inherit;font:inherit}
input[aria-invalid]{border-color:var(--error)}
.field{margin:0 0 16px}.hint,.error{display:block;margin:4px 0 0;font-size:13px;color:var(--muted)}.error{color:var(--error)}
[role=alert]{padding:8px 12px;border:1px solid var(--error);border-radius:6px;color:var(--error)}
button,.button{display:block;width:100%;min-height:40px;padding:9px 16px;border:0;border-radius:6px;background:var(--accent);color:var(--onaccent);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}`

const page = (title: string, content: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${style}</style></head><body><main><h1>${title}</h1>
${content}</main></body></html>`

interface Field {
  name: SetupField
  label: string
  type: string
  autocomplete: string
  hint?: string
}

const fields: Field[] = [
  { name: 'name', label: 'Full Name', type: 'text', autocomplete: 'name' },
  { name: 'email', label: 'Email', type: 'email', autocomplete: 'email' },
  {
    name: 'password',
    label: 'Password',
    type: 'password',
    autocomplete: 'new-password',
    hint: 'At least 8 characters, with an uppercase letter, a lowercase letter and a number. At most 72, where letters such as ä count as two.',
  },
  { name: 'confirm', label: 'Confirm Password', type: 'password', autocomplete: 'new-password' },
]

export interface SetupState {
  token: string
  values: Partial<Record<'name' | 'email', string>>
  errors: SetupErrors
  /** An error of the form as a whole. */
  failure?: string
}

export function setupPage({ token, values, errors, failure }: SetupState): string {
  const first = fields.find(({ name }) => errors[name])?.name ?? 'name'
  const inputs = fields.map(({ name, label, type, autocomplete, hint }) => {
    const error = errors[name]
    const value = name === 'name' || name === 'email' ? ` value="${escapeHtml(values[name] ?? '')}"` : ''
    const described = error ?? hint
    return `<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}"${value} required${
      name === first ? ' autofocus' : ''
    }${error ? ' aria-invalid="true"' : ''}${described ? ` aria-describedby="${name}-text"` : ''}>
${described ? `<span class="${error ? 'error' : 'hint'}" id="${name}-text">${escapeHtml(described)}</span>` : ''}</div>`
  })
  return page(
    'Create the first admin',
    `<p>This workspace has no admin yet. The admin invites agents and manages accounts and settings.</p>
${failure ? `<p role="alert">${escapeHtml(failure)}</p>` : ''}
<form method="post" action="/setup" novalidate><input type="hidden" name="token" value="${escapeHtml(token)}">
${inputs.join('\n')}
<button>Create admin</button></form>`,
  )
}

export const setupGonePage = (signIn: string) =>
  page(
    'This link is not valid',
    `<p>It was used, has expired, or the workspace has an admin already. While there is no admin, each start of the portal prints a new link.</p>
<a class="button" href="${escapeHtml(signIn)}">Sign in</a>`,
  )
