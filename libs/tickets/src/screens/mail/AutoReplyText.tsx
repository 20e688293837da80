import { Box, Button, deferred, Flex, QueryState, Skeleton, Text } from '@helpdesk/ui'
import { useState } from 'react'
import { useAutoReply } from '../../api/get-auto-reply'
import type { AutoReplyMail } from '../../model/received-mails'
import { UserText } from '../thread/UserText'
import { MAIL_TEXTS } from './texts'

const OriginalMail = deferred(async () => (await import('./OriginalMail')).OriginalMail, null).Screen

function Content({ mail }: { mail: AutoReplyMail }) {
  const [isShown, setShown] = useState(false)
  return (
    <>
      <Flex wrap="wrap" alignItems="center" columnGap="2" rowGap="1" marginBottom="1">
        <Text fontSize="sm" overflowWrap="anywhere">
          {mail.from_address}
        </Text>
        {mail.has_original && (
          <Button size="sm" variant="ghost" color="fg.muted" onClick={() => setShown(true)}>
            {MAIL_TEXTS.showOriginal}
          </Button>
        )}
      </Flex>
      {mail.content ? <UserText>{mail.content}</UserText> : <Text>{MAIL_TEXTS.replyEmpty}</Text>}
      {isShown && <OriginalMail mailId={mail.id} onClose={() => setShown(false)} />}
    </>
  )
}

/** The text of an automatic answer, for staff. */
export function AutoReplyText({ eventId }: { eventId: string }) {
  return (
    <Box borderStartWidth="2px" borderColor="border" paddingStart="3" marginTop="1">
      <QueryState
        query={useAutoReply(eventId)}
        errorTitle={MAIL_TEXTS.replyFailed}
        pending={<Skeleton height="12" />}
        isEmpty={(mail) => mail === null}
        empty={<Text>{MAIL_TEXTS.replyGone}</Text>}
      >
        {(mail) => mail && <Content mail={mail} />}
      </QueryState>
    </Box>
  )
}
