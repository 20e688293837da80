import { markedParts, withShortLead } from '../../model/marked-text'

interface MarkedProps {
  /** Hits lie between U+E000 and U+E001. */
  text: string
  /** Shortens a long text before the first hit. */
  shortLead?: boolean
}

/** A text with its hits as `mark` elements, which the theme styles. */
export function Marked({ text, shortLead = false }: MarkedProps) {
  const parts = markedParts(text)
  return (shortLead ? withShortLead(parts) : parts).map((part, index) =>
    part.hit ? <mark key={index}>{part.text}</mark> : part.text,
  )
}
