import { escapeHtml } from '../http/respond'
import type { Mail } from '../http/types'

interface Letter {
  to: string
  subject: string
  heading: string
  lines: string[]
  action: string
  link: string
  footer: string
}

function render({ to, subject, heading, lines, action, link, footer }: Letter): Mail {
  const href = escapeHtml(link)
  const body = lines.map((line) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`).join('')
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#f4f4f5;font:15px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;color:#18181b">
<div style="max-width:480px;margin:0 auto;padding:32px 16px">
<div style="background:#ffffff;border:1px solid #e4e4e7;border-radius:8px;padding:32px">
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escapeHtml(heading)}</h1>${body}
<p style="margin:24px 0"><a href="${href}" style="display:inline-block;background:#2453c9;color:#ffffff;text-decoration:none;font-weight:600;padding:10px 18px;border-radius:6px">${escapeHtml(action)}</a></p>
<p style="margin:0;font-size:13px;color:#52525b">Or copy this address into your browser:<br><span style="word-break:break-all">${href}</span></p>
</div>
<p style="margin:16px 8px 0;font-size:12px;color:#71717a">${escapeHtml(footer)}</p>
</div></body></html>`
  return {
    to,
    subject,
    text: `${heading}\n\n${lines.join('\n\n')}\n\n${action}: ${link}\n\n${footer}\n`,
    html,
  }
}

export function confirmationMail(to: string, link: string): Mail {
  return render({
    to,
    subject: 'Confirm your email address',
    heading: 'Confirm your email address',
    lines: ['Thanks for signing up. One more step: confirm that this address is yours.'],
    action: 'Confirm email address',
    link,
    footer: 'The link works once, for one hour. If you did not sign up, ignore this mail.',
  })
}

export function recoveryMail(to: string, link: string): Mail {
  return render({
    to,
    subject: 'Reset your password',
    heading: 'Reset your password',
    lines: ['Somebody, hopefully you, asked for a new password for this address.'],
    action: 'Choose a new password',
    link,
    footer: 'The link works once, for one hour. If it was not you, ignore this mail: nothing changes.',
  })
}

export function emailChangeMail(to: string, link: string): Mail {
  return render({
    to,
    subject: 'Confirm your new email address',
    heading: 'Confirm your new email address',
    lines: ['Confirm that your account should use this address from now on.'],
    action: 'Use this address',
    link,
    footer: 'The link works once, for one hour. If you did not ask for it, ignore this mail.',
  })
}
