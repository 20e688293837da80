import { Box, Button, deferred, Flex, Skeleton, Text } from '@helpdesk/ui'
import { useRef, useState } from 'react'
import { ratingWord } from '../../model/rating'
import type { TicketRating } from '../../model/rows'
import * as texts from './texts'

// As high as the form, so that loading it moves nothing below.
const RatingForm = deferred(
  async () => (await import('./RatingForm')).RatingForm,
  <Skeleton height="24" />,
).Screen

interface RatingCardProps {
  ticketId: string
  rating: TicketRating | null
}

/** Shows the requester's rating, or the form to give or change it. */
export function RatingCard({ ticketId, rating }: RatingCardProps) {
  const [changing, setChanging] = useState(false)
  const restoreFocus = useRef(false)

  function closeForm() {
    restoreFocus.current = true
    setChanging(false)
  }

  return (
    <Box
      as="section"
      aria-label={texts.rating}
      borderWidth="1px"
      borderColor="border"
      borderRadius="lg"
      padding="3"
    >
      {rating && !changing ? (
        <Flex justifyContent="space-between" alignItems="flex-start" gap="3">
          <Box minWidth="0">
            <Text fontWeight="semibold">{texts.yourRating(ratingWord(rating.score))}</Text>
            {rating.comment && (
              <Text overflowWrap="anywhere" whiteSpace="pre-wrap">
                {rating.comment}
              </Text>
            )}
            <Text tone="muted">{texts.thanksForFeedback}</Text>
          </Box>
          <Button
            ref={(button) => {
              // The form that had the focus was removed.
              if (restoreFocus.current) button?.focus()
              restoreFocus.current = false
            }}
            size="sm"
            onClick={() => setChanging(true)}
          >
            {texts.change}
          </Button>
        </Flex>
      ) : (
        <RatingForm ticketId={ticketId} rating={rating} onDone={closeForm} />
      )}
    </Box>
  )
}
