import { failureText } from '@helpdesk/tickets/model/errors'
import { Alert, Button, Flex } from '@helpdesk/ui'
import { useSendTestMail } from '../api/send-test-mail'
import * as texts from './texts'

/** Button for a real mail to the admin, and the mail server's answer. */
export function TestMail() {
  const { mutate, isPending, data, error } = useSendTestMail()
  return (
    <>
      <Flex>
        <Button loading={isPending} loadingText={texts.sendingTest} onClick={() => mutate(null)}>
          {texts.sendTest}
        </Button>
      </Flex>
      <div role="status">
        {data && !isPending && (
          <Alert
            tone={data.ok ? 'success' : 'error'}
            title={data.ok ? texts.testSent(data.recipient) : texts.testRefused}
          >
            <div>{data.response ?? data.error}</div>
            <div>{texts.testServer(data.server, data.sender)}</div>
          </Alert>
        )}
        {error && !isPending && <Alert title={texts.testFailed}>{failureText(error)}</Alert>}
      </div>
    </>
  )
}
