import { Button, CheckIcon, toast } from '@helpdesk/ui'
import { useEffect, useState } from 'react'

interface CopyButtonProps {
  text: string
  label: string
  /** Its accessible name, where `label` alone does not say what is copied. */
  name?: string
  /** What the text is, for the message that it could not be copied. */
  what?: string
  /** Without a frame, where many stand below each other. */
  quiet?: boolean
}

const SAID_MS = 2_000

/** Puts a text into the clipboard and says so for a moment. */
export function CopyButton({ text, label, name, what = 'link', quiet }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SAID_MS)
    return () => clearTimeout(timer)
  }, [copied])

  async function onClick() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      // no permission, or a page without https: the text itself stands beside the button
      toast({
        title: `The ${what} could not be copied`,
        description: 'Select it and copy it yourself.',
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
      {copied ? 'Copied' : label}
    </Button>
  )
}
