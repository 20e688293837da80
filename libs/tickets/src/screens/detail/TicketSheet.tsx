import { Box, Grid, Stack } from '@helpdesk/ui'
import type { ReactNode } from 'react'

interface TicketSheetProps {
  head: ReactNode
  /** The ticket's progress. */
  side: ReactNode
  /** True to place it next to the thread on a wide page, false to place it above. */
  beside: boolean
  /** True while only the head is known. */
  busy?: boolean
  children: ReactNode
}

// At least as high as the window, so that the box for the next message is at its lower edge.
const fullHeight = {
  base: 'calc(100dvh - var(--app-header, 0px) - var(--page-padding, 1rem) * 2)',
  md: 'calc(100dvh - var(--app-header, 0px) - var(--page-padding, 1.5rem) * 2)',
}

/** Lays out a ticket's page; the reading order is the same in every layout. */
export function TicketSheet({ head, side, beside, busy, children }: TicketSheetProps) {
  if (!beside) {
    return (
      <Stack
        as="article"
        aria-busy={busy}
        gap="4"
        width="full"
        maxWidth="54rem"
        minWidth="0"
        minHeight={fullHeight}
      >
        <Box
          // Stays in sight above a long conversation.
          position={{ lg: 'sticky' }}
          top={{ lg: 'var(--app-header, 0px)' }}
          zIndex="4"
          background="bg"
          paddingTop={{ lg: '5' }}
          marginTop={{ lg: '-6' }}
          paddingBottom="3"
          // As wide as notes, which scroll below it.
          marginX="-3"
          paddingX="3"
          borderBottomWidth="1px"
          borderColor="border.muted"
        >
          {head}
        </Box>
        {side}
        {children}
      </Stack>
    )
  }
  return (
    <Grid
      as="article"
      aria-busy={busy}
      rowGap="6"
      columnGap="8"
      minWidth="0"
      minHeight={fullHeight}
      alignItems="start"
      justifyContent="space-between"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 48rem) 20rem' }}
      gridTemplateRows={{ base: 'auto auto 1fr', lg: 'auto 1fr' }}
      gridTemplateAreas={{ base: '"head" "side" "body"', lg: '"head side" "body side"' }}
    >
      <Box gridArea="head" minWidth="0">
        {head}
      </Box>
      <Stack
        gridArea="side"
        gap="4"
        minWidth="0"
        position={{ lg: 'sticky' }}
        top={{ lg: 'calc(var(--app-header, 0px) + 1.5rem)' }}
      >
        {side}
      </Stack>
      <Stack gridArea="body" gap="6" minWidth="0" alignSelf="stretch">
        {children}
      </Stack>
    </Grid>
  )
}
