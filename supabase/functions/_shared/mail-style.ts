import { DARK, type MailColors } from './mail-colors.ts'

const MONO =
  'font-family:ui-monospace,Menlo,Consolas,monospace;font-size:14px;background:#f4f4f5;border-radius:4px'

/**
 * Attributes of an element: inline styles, which every mail program reads, and the class by which `darkStyle` replaces their
 * colors. The style may have no double quote.
 */
export const styled = (name: string, style: string): string => `class="${name}" style="${style}"`

export const codeStyle = (style: string): string => styled('hd-code', `${style};${MONO}`)

/** A link. @param color - of links */
export const linkStyle = (color: string): string => styled('hd-link', `color:${color}`)

/** For mail programs with a dark theme. Others ignore it, or turn the light colors into dark ones themselves. */
export function darkStyle({ darkLink, accent, onAccent }: MailColors): string {
  const rules = [
    `.hd-page{background:${DARK.page}!important;color:${DARK.text}!important}`,
    `.hd-card{background:${DARK.card}!important;border-color:${DARK.border}!important;color:${DARK.text}!important}`,
    `.hd-muted{color:${DARK.muted}!important}`,
    `.hd-link{color:${darkLink}!important}`,
    `.hd-button{background:${accent}!important;color:${onAccent}!important;border-color:${darkLink}!important}`,
    `.hd-choice{color:${DARK.text}!important;border-color:${DARK.quote}!important}`,
    `.hd-code{background:${DARK.border}!important}`,
    `.hd-quote{border-color:${DARK.quote}!important}`,
  ]
  return `<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<style>:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
${rules.join('\n')}
}</style>`
}
