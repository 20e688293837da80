import { escapeHtml } from '../http/respond'
import type { Mail } from './mail'

/** A mail of `supabase/templates` with its subject of `supabase/config.toml`. */
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
  /** Of a change of address; empty otherwise. */
  NewEmail: string
}

const isVariable = (values: MailValues, name: string): name is keyof MailValues => Object.hasOwn(values, name)

/**
 * Fills in the variables as Go's html/template does: percent-encoded in the query of a link, escaped elsewhere.
 * @throws Error when the template holds anything but known variables
 */
function fill(template: string, values: MailValues): string {
  return template.replace(/\{\{(.*?)\}\}/gs, (action, inner: string, at: number) => {
    const name = /^\s*\.(\w+)\s*$/.exec(inner)?.[1] ?? ''
    if (!isVariable(values, name))
      throw new Error(`The mail template holds ${action}, which is not supported`)
    const attribute = /href="([^"]*)$/.exec(template.slice(0, at))?.[1]
    return attribute?.includes('?') ? encodeURIComponent(values[name]) : escapeHtml(values[name])
  })
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** The text part of a mail: its paragraphs without markup, links as `text: address`. */
function textOf(html: string): string {
  return html
    .replace(/<head>.*?<\/head>|<p class="html-only".*?<\/p>/gs, '')
    .replace(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/gs, '$2: $1')
    .replace(/<[^>]*>/g, '')
    .replace(/&(\w+|#39);/g, (entity, name: string) => entities[name] ?? entity)
    .trim()
    .replace(/\s*\n\s*/g, '\n\n')
    .concat('\n')
}

/** Renders a mail as hosted Supabase would, with a text part of the same words. */
export function renderMail({ subject, html }: MailTemplate, to: string, values: MailValues): Mail {
  const filled = fill(html, values)
  return { to, subject, text: textOf(filled), html: filled }
}
