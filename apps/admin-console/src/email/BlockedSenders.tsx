import { AppError } from '@helpdesk/supabase'
import { failureText } from '@helpdesk/tickets/model/errors'
import { Box, Button, EmptyState, Field, Flex, Input, QueryState, Skeleton, toast } from '@helpdesk/ui'
import { useState, type FormEvent } from 'react'
import { useBlockSender } from '../api/block-sender'
import { useBlockedSenders } from '../api/list-blocked-senders'
import { blockable } from '../model/mail'
import { BlockedTable } from './BlockedTable'
import * as texts from './texts'

/** Blocked addresses and domains, with a form to block another. */
export function BlockedSenders() {
  const query = useBlockedSenders()
  return (
    <>
      <BlockForm />
      <QueryState
        query={query}
        errorTitle={texts.blockedFailed}
        pending={<Skeleton height="20" />}
        isEmpty={(rows) => rows.length === 0}
        empty={<EmptyState title={texts.noBlocked} text={texts.noBlockedText} />}
      >
        {(rows) => <BlockedTable rows={rows} />}
      </QueryState>
    </>
  )
}

function BlockForm() {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const { mutate, isPending } = useBlockSender()
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const address = blockable(text)
    if (!address) return setProblem(texts.blockInvalid)
    setProblem(undefined)
    mutate(address, {
      onSuccess: () => setText(''),
      onError: (error) => {
        if (error instanceof AppError && error.code === '23505') setProblem(texts.blockExists)
        else toast({ type: 'error', title: texts.blockFailed, description: failureText(error) })
      },
    })
  }
  return (
    <form noValidate onSubmit={onSubmit}>
      <Flex gap="2" wrap="wrap" alignItems="flex-start" marginBottom="5" maxWidth="32rem">
        <Box flex="1 1 14rem">
          <Field label={texts.blockLabel} hint={texts.blockHint} error={problem}>
            <Input autoComplete="off" value={text} onChange={({ target }) => setText(target.value)} />
          </Field>
        </Box>
        <Button type="submit" marginTop="6" loading={isPending} loadingText={texts.blocking}>
          {texts.block}
        </Button>
      </Flex>
    </form>
  )
}
