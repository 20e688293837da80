import { CHAT_LIMITS, chatInputSchema } from '../model/assistant'
import { useSchemaForm } from '@helpdesk/auth'
import { Alert, Box, Button, CloseIcon, Field, Flex, Input, SendIcon } from '@helpdesk/ui'
import { useRef } from 'react'
import { sendMessage, stopChat } from './chat-store'
import * as texts from './texts'

interface ChatFormProps {
  processing: boolean
  error: string | null
}

/** Message form (specification, section 2.15). Keeps the question until it is answered. */
export function ChatForm({ processing, error }: ChatFormProps) {
  const latest = useRef('')
  const box = useRef<HTMLFormElement>(null)
  const { values, errors, register, reset, formProps } = useSchemaForm({
    schema: chatInputSchema,
    initial: { message: '' },
    onValid: async ({ message }) => {
      const sent = latest.current
      const form = box.current
      // Keep text typed in the meantime.
      if ((await sendMessage(message)) && latest.current === sent) reset({ message: '' })
      // Send is disabled and Stop disappears: move the focus back to the input.
      const { activeElement: focused, body } = document
      if (focused === body || form?.contains(focused)) form?.querySelector('input')?.focus()
    },
  })
  latest.current = values.message

  return (
    <form ref={box} {...formProps} aria-label={texts.ask}>
      <Flex gap="2" alignItems="flex-start" marginTop="3">
        <Box flex="1" minWidth="0">
          <Field label={texts.message} hideLabel error={errors.message}>
            <Input
              {...register('message')}
              maxLength={CHAT_LIMITS.input}
              placeholder={texts.askPlaceholder}
              autoComplete="off"
            />
          </Field>
        </Box>
        <Button type="submit" variant="solid" loading={processing} loadingText={texts.processing}>
          <SendIcon size={14} /> {texts.send}
        </Button>
        {processing && (
          <Button onClick={stopChat}>
            <CloseIcon size={14} /> {texts.stop}
          </Button>
        )}
      </Flex>
      {error && (
        <Box marginTop="3">
          <Alert title={texts.error}>{error}</Alert>
        </Box>
      )}
    </form>
  )
}
