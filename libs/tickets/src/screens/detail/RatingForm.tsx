import { Alert, Button, chakra, Field, Flex, Stack, Textarea, toast } from '@helpdesk/ui'
import { useId, useState, type FormEvent } from 'react'
import { useRateTicket } from '../../api/rate-ticket'
import { failureText } from '../../model/errors'
import { RATING_COMMENT_MAX, RATING_WORDS } from '../../model/rating'
import type { TicketRating } from '../../model/rows'
import * as texts from './dialog-texts'

interface RatingFormProps {
  ticketId: string
  rating: TicketRating | null
  /** Called after saving or cancelling. */
  onDone: () => void
}

/** Asks for a score from 1 to 5 and an optional comment. */
export function RatingForm({ ticketId, rating, onDone }: RatingFormProps) {
  const [score, setScore] = useState(rating?.score ?? 0)
  const [comment, setComment] = useState(rating?.comment ?? '')
  const rate = useRateTicket(ticketId)
  const group = useId()

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (score === 0) return
    rate.mutate(
      { score, comment },
      {
        onSuccess: () => {
          toast({ type: 'success', title: texts.thankYou, description: texts.ratingSaved })
          onDone()
        },
      },
    )
  }

  return (
    <Stack as="form" gap="3" minHeight="24" onSubmit={onSubmit}>
      <Steps>
        <legend>{texts.ratingQuestion}</legend>
        <Row>
          {RATING_WORDS.map((word, index) => (
            <Step key={word}>
              <input
                type="radio"
                name={group}
                value={index + 1}
                checked={score === index + 1}
                autoFocus={rating?.score === index + 1}
                onChange={() => setScore(index + 1)}
              />
              <Score aria-hidden>{index + 1}</Score>
              {word}
            </Step>
          ))}
        </Row>
      </Steps>
      {score > 0 && (
        <Field label={texts.ratingComment}>
          <Textarea
            rows={2}
            maxLength={RATING_COMMENT_MAX}
            value={comment}
            onChange={(event) => setComment(event.target.value)}
          />
        </Field>
      )}
      {rate.error && <Alert>{failureText(rate.error)}</Alert>}
      {(score > 0 || rating) && (
        <Flex gap="2">
          <Button
            type="submit"
            variant="solid"
            disabled={score === 0}
            loading={rate.isPending}
            loadingText={texts.saving}
          >
            {rating ? texts.saveRating : texts.sendRating}
          </Button>
          {rating && (
            <Button variant="ghost" onClick={onDone}>
              {texts.cancel}
            </Button>
          )}
        </Flex>
      )}
    </Stack>
  )
}

const Steps = chakra('fieldset', {
  base: { minWidth: '0', '& legend': { fontWeight: 'semibold', marginBottom: '2' } },
})
const Row = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: 'repeat(5, minmax(0, 1fr))', gap: '1', maxWidth: '28rem' },
})
// An invisible radio covers the label and handles clicks, arrow keys and focus.
const Step = chakra('label', {
  base: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    paddingY: '2',
    // Small enough for the longest word on a fifth of a phone's width.
    fontSize: 'xs',
    borderWidth: '1px',
    borderColor: 'border.emphasized/45',
    borderRadius: 'md',
    cursor: 'pointer',
    _hover: { bg: 'bg.muted' },
    '& input': { position: 'absolute', inset: '0', opacity: '0', cursor: 'pointer', margin: '0' },
    '&:has(input:checked)': {
      borderColor: 'accent',
      bg: 'accent.subtle',
      color: 'accent.fg',
      fontWeight: 'semibold',
    },
    '&:has(input:focus-visible)': { outline: '2px solid', outlineColor: 'accent', outlineOffset: '2px' },
  },
})
const Score = chakra('span', { base: { fontSize: 'lg', fontWeight: 'semibold' } })
