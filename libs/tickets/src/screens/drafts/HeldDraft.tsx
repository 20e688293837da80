import { Box, Button, chakra, Flex, Text } from '@helpdesk/ui'
import { useState, type ReactNode } from 'react'
import * as texts from './texts'

interface HeldDraftProps {
  /** Where the draft is written. */
  where: 'tab' | 'device'
  /** The accessible name. */
  label: string
  /** Shows the label, for a form among others. */
  showsLabel?: boolean
  /** The draft's text, which cannot be changed here. */
  text: string
  /** Names of its files that taking it over leaves behind. */
  filesLeft?: readonly string[]
  /** Makes the draft this page's. */
  onTakeOver: () => void | Promise<void>
  /** Further actions. */
  children?: ReactNode
}

/** In place of a form whose draft is written in another tab or on another device: shows it and takes it over. */
export function HeldDraft({
  where,
  label,
  showsLabel = false,
  text,
  filesLeft = [],
  onTakeOver,
  children,
}: HeldDraftProps) {
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  async function takeOver() {
    setBusy(true)
    setFailed(false)
    try {
      await onTakeOver()
    } catch {
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Frame as="section" aria-label={label}>
      {showsLabel && (
        <Text fontSize="sm" fontWeight="medium">
          {label}
        </Text>
      )}
      {text.trim() && (
        <Box color="fg.muted" whiteSpace="pre-wrap" overflowWrap="anywhere" lineClamp={4}>
          {text}
        </Box>
      )}
      <Flex alignItems="center" columnGap="3" rowGap="2" wrap="wrap">
        <Text role="status" fontSize="sm">
          {failed ? texts.takeOverFailed : where === 'tab' ? texts.inOtherTab : texts.onOtherDevice}
        </Text>
        {filesLeft.length > 0 && (
          <Text fontSize="sm" tone="muted" overflowWrap="anywhere" flexBasis="100%">
            {texts.filesLeft(filesLeft)}
          </Text>
        )}
        <Button size="sm" loading={busy} onClick={() => void takeOver()}>
          {texts.continueHere}
        </Button>
        {children}
      </Flex>
    </Frame>
  )
}

const Frame = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '2',
    padding: '3',
    bg: 'bg.subtle',
    borderWidth: '1px',
    borderStyle: 'dashed',
    borderColor: 'border.emphasized',
    borderRadius: 'lg',
    minWidth: '0',
  },
})
