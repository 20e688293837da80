import { Button, CheckIcon, toast } from '@helpdesk/ui'
import { useEffect, useState } from 'react'
import * as texts from './texts'

interface CopyButtonProps {
  text: string
  label: string
  /** Accessible name, where `label` does not say what is copied. */
  name?: string
  /** Noun for the text in the error message. */
  what?: string
  /** Without a border, for lists of messages. */
  quiet?: boolean
}

const COPIED_MS = 2_000

/** Copies a text to the clipboard and confirms it for two seconds. */
export function CopyButton({ text, label, name, what = texts.link, quiet }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copied])

  async function onClick() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      // Copying needs permission and https. The text can still be selected by hand.
      toast({
        title: texts.notCopied(what),
        description: texts.notCopiedText,
        type: 'error',
      })
    }
  }

  return (
    <Button
      size="sm"
      variant={quiet ? 'ghost' : 'outline'}
      aria-label={copied ? undefined : name}
      onClick={() => void onClick()}
    >
      {copied && <CheckIcon size={14} />}
      {copied ? texts.copied : label}
    </Button>
  )
}
