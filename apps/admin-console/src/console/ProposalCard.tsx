import { useDecideProposal } from '../api/decide-proposal'
import type { Proposal, ProposalDecision, ProposalState } from '../model/assistant'
import { AppError } from '@helpdesk/supabase'
import { failureText } from '@helpdesk/tickets/model/errors'
import { withReference } from '@helpdesk/ui/components/error-text'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import { Alert, Badge, Box, Button, chakra, Flex, RouterLink, Text } from '@helpdesk/ui'
import { useRef } from 'react'
import { addsText, proposalField } from './proposal-words'
import * as texts from './texts'

const OUTCOMES: Record<ProposalState, { label: string; tone: 'success' | 'neutral' } | null> = {
  proposed: null,
  applied: { label: texts.applied, tone: 'success' },
  dismissed: { label: texts.dismissed, tone: 'neutral' },
  undone: { label: texts.undone, tone: 'neutral' },
}

const failureOf = (error: Error, decision: ProposalDecision | undefined): string =>
  error instanceof AppError && error.code === 'ticket_changed'
    ? withReference(texts.ticketChanged[decision === 'undo' ? 'undo' : 'apply'], error)
    : failureText(error)

interface ProposalCardProps {
  proposal: Proposal
  /** undefined while loading. */
  state: ProposalState | undefined
}

/** A suggested change as a diff, with Apply, Dismiss and Undo. */
export function ProposalCard({ proposal, state }: ProposalCardProps) {
  const { mutate, isPending, error, variables } = useDecideProposal(ticketKeys.all)
  const card = useRef<HTMLElement>(null)
  // The pressed button disappears: keep the focus in the card.
  const decide = (decision: ProposalDecision) =>
    mutate({ id: proposal.id, decision }, { onSuccess: () => card.current?.focus() })
  const outcome = state && OUTCOMES[state]
  const field = proposalField(proposal)
  const busy = (decision: ProposalDecision) => isPending && variables?.decision === decision

  return (
    <Card ref={card} tabIndex={-1} aria-label={texts.proposal(field, proposal.ticket_subject)}>
      <Flex gap="2" alignItems="baseline" wrap="wrap">
        <Text fontWeight="semibold">{field}</Text>
        <RouterLink to={`/tickets/${proposal.ticket_id}`} minWidth="0" overflowWrap="anywhere">
          <bdi>{proposal.ticket_subject}</bdi>
        </RouterLink>
        {outcome && <Badge tone={outcome.tone}>{outcome.label}</Badge>}
      </Flex>
      <Diff data-text={addsText(proposal) || undefined}>
        {!addsText(proposal) && (
          <>
            <del>
              <Sign aria-hidden>−</Sign> {proposal.from_label ?? texts.nothing}
            </del>
            <span aria-hidden> → </span>
          </>
        )}
        <ins>
          <Sign aria-hidden>+</Sign> {proposal.to_label ?? texts.nothing}
        </ins>
      </Diff>
      {proposal.reason && <Text tone="muted">{proposal.reason}</Text>}
      {error && <Alert>{failureOf(error, variables?.decision)}</Alert>}
      <Flex gap="2" alignItems="center" wrap="wrap">
        {state === 'proposed' && (
          <>
            <Button
              size="sm"
              variant="solid"
              loading={busy('apply')}
              disabled={isPending}
              onClick={() => decide('apply')}
            >
              {texts.apply}
            </Button>
            <Button
              size="sm"
              loading={busy('dismiss')}
              disabled={isPending}
              onClick={() => decide('dismiss')}
            >
              {texts.dismiss}
            </Button>
          </>
        )}
        {state === 'applied' && (
          <Button size="sm" loading={busy('undo')} disabled={isPending} onClick={() => decide('undo')}>
            {texts.undo}
          </Button>
        )}
        {state === 'applied' && proposal.kind === 'reply_draft' && (
          <RouterLink to={`/tickets/${proposal.ticket_id}`}>{texts.openDraft}</RouterLink>
        )}
      </Flex>
      <Box role="status" position="absolute" width="1px" height="1px" overflow="hidden" clipPath="inset(50%)">
        {outcome?.label}
      </Box>
    </Card>
  )
}

const Card = chakra('section', {
  base: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    gap: '2',
    mt: '2',
    p: '3',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'md',
    minWidth: '0',
  },
})
// Inline-block, so that the line through the old value does not cross the sign.
const Sign = chakra('span', { base: { fontFamily: 'mono', display: 'inline-block' } })
const Diff = chakra('div', {
  base: {
    fontSize: 'md',
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-wrap',
    '& del, & ins': { borderRadius: 'sm', px: '1.5', py: '0.5', textDecoration: 'none' },
    '& del': { bg: 'danger.bg', color: 'danger.fg', textDecoration: 'line-through' },
    '& ins': { bg: 'success.bg', color: 'success.fg' },
    '&[data-text] ins': { display: 'block', py: '1.5', maxHeight: '15rem', overflowY: 'auto' },
  },
})
