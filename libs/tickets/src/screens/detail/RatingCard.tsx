import { Box, Button, Flex, Skeleton, Text } from '@helpdesk/ui'
import { useRef, useState } from 'react'
import { ratingWord } from '../../model/rating'
import type { TicketRating } from '../../model/rows'
import { deferred } from '@helpdesk/ui'

// As high as the five steps, so that nothing below moves when they arrive.
const RatingForm = deferred(
  async () => (await import('./RatingForm')).RatingForm,
  <Skeleton height="24" />,
).Screen

interface RatingCardProps {
  ticketId: string
  rating: TicketRating | null
}

/** The customer's rating of a solved or closed ticket: given once, changeable afterwards. */
export function RatingCard({ ticketId, rating }: RatingCardProps) {
  const [changing, setChanging] = useState(false)
  const answered = useRef(false)

  function leave() {
    answered.current = true
    setChanging(false)
  }

  return (
    <Box
      as="section"
      aria-label="Rating"
      borderWidth="1px"
      borderColor="border"
      borderRadius="lg"
      padding="3"
    >
      {rating && !changing ? (
        <Flex justifyContent="space-between" alignItems="flex-start" gap="3">
          <Box minWidth="0">
            <Text fontWeight="semibold">Your rating: {ratingWord(rating.score)}</Text>
            {rating.comment && (
              <Text overflowWrap="anywhere" whiteSpace="pre-wrap">
                {rating.comment}
              </Text>
            )}
            <Text tone="muted">Thank you. It helps us to do better.</Text>
          </Box>
          <Button
            ref={(button) => {
              // The form that had the focus is gone.
              if (answered.current) button?.focus()
              answered.current = false
            }}
            size="sm"
            onClick={() => setChanging(true)}
          >
            Change
          </Button>
        </Flex>
      ) : (
        <RatingForm ticketId={ticketId} rating={rating} onDone={leave} />
      )}
    </Box>
  )
}
