import { escapeHtml } from '../http/respond'
import type { Mail } from './mail'

/** A file of `supabase/templates` and its subject in `supabase/config.toml`. */
export interface MailTemplate {
  subject: string
  html: string
}

/** The variables of Supabase's templates that the mails may use. */
export interface MailValues {
  SiteURL: string
  RedirectTo: string
  TokenHash: string
  Email: string
  /** Empty except for a change of address. */
  NewEmail: string
}

const isVariable = (values: MailValues, name: string): name is keyof MailValues => Object.hasOwn(values, name)

/**
 * Inserts the variables as Go's html/template does: percent-encoded in a link's query, HTML-escaped elsewhere.
 * @throws Error for anything but known variables
 */
function fill(template: string, values: MailValues): string {
  return template.replace(/\{\{([^{}]*)\}\}/g, (action, inner: string, at: number) => {
    const name = /^\s*\.(\w+)\s*$/.exec(inner)?.[1] ?? ''
    if (!isVariable(values, name))
      throw new Error(`The mail template contains ${action}, which is not supported`)
    const attribute = /href="([^"]*)$/.exec(template.slice(0, at))?.[1]
    return attribute?.includes('?') ? encodeURIComponent(values[name]) : escapeHtml(values[name])
  })
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** The text part of a mail: paragraphs without markup, links as `text: URL`. */
function textOf(html: string): string {
  return html
    .replace(/<head>.*?<\/head>|<p class="html-only[ "].*?<\/p>/gs, '')
    .replace(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/gs, '$2: $1')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(\w+|#39);/g, (entity, name: string) => entities[name] ?? entity)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n\n')
    .concat('\n')
}

/** Renders a mail as hosted Supabase does, with a text part of the same content. */
export function renderMail({ subject, html }: MailTemplate, to: string, values: MailValues): Mail {
  const filled = fill(html, values)
  return { to, subject, text: textOf(filled), html: filled }
}
