import { Alert, Box, Button, chakra, Dialog, Flex, QueryState, Text } from '@helpdesk/ui'
import { useEffect, useState } from 'react'
import { useMailWithImages, useShownMail } from '../../api/show-mail'
import { failureText } from '../../model/errors'
import { mailPage, type ShownMail } from '../../model/received-mails'
import { UserText } from '../thread/UserText'
import { DownloadOriginal } from './DownloadOriginal'
import { MailHeaders } from './MailHeaders'
import { MailParts } from './MailParts'
import { MAIL_TEXTS } from './texts'

/** The address of a page with that HTML, as long as the component is shown. */
function usePage(html: string): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!html) return
    // Trusted Types refuse `srcdoc`; a blob's page inherits the policy of the portal and adds its own.
    const created = URL.createObjectURL(new Blob([mailPage(html)], { type: 'text/html;charset=utf-8' }))
    setAddress(created)
    return () => URL.revokeObjectURL(created)
  }, [html])
  return html ? address : undefined
}

function Content({ mailId, mail }: { mailId: string; mail: ShownMail }) {
  const { headers, html, text, files } = mail
  const page = usePage(html)
  return (
    <Box display="flex" flexDirection="column" gap="3" height="full" padding="4" overflowY="auto">
      <MailHeaders headers={headers} />
      <Box>
        <DownloadOriginal mailId={mailId} />
      </Box>
      {files.length > 0 && <MailParts mailId={mailId} path={[]} parts={files} title={MAIL_TEXTS.files} />}
      {page ? (
        // Without scripts and without the portal's origin. Links open in a window of their own.
        <Frame
          title={MAIL_TEXTS.frame}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          referrerPolicy="no-referrer"
          src={page}
        />
      ) : (
        <UserText>{text}</UserText>
      )}
    </Box>
  )
}

/** Asks before the remote images of a mail are loaded. */
function BlockedImages({ loading, onLoad }: { loading: boolean; onLoad: () => void }) {
  return (
    <Flex wrap="wrap" gap="3" alignItems="center" paddingX="4" paddingTop="4">
      <Text tone="muted" fontSize="sm">
        {MAIL_TEXTS.imagesBlocked}
      </Text>
      <Button size="sm" loading={loading} onClick={onLoad}>
        {MAIL_TEXTS.loadImages}
      </Button>
    </Flex>
  )
}

/** The original of a received mail, in a frame in which nothing runs or loads. */
export function OriginalMail({ mailId, onClose }: { mailId: string; onClose: () => void }) {
  const mail = useShownMail(mailId)
  const [isWanted, setWanted] = useState(false)
  const pictured = useMailWithImages(mailId, isWanted)
  return (
    <Dialog title={MAIL_TEXTS.original} size="full" lightDismiss onClose={onClose}>
      <QueryState query={mail} pendingLabel={MAIL_TEXTS.loading} errorTitle={MAIL_TEXTS.failed}>
        {(shown) => (
          <>
            {(shown.remote_images ?? 0) > 0 && !pictured.data && (
              <BlockedImages
                loading={pictured.isFetching}
                onLoad={() => (isWanted ? void pictured.refetch() : setWanted(true))}
              />
            )}
            {pictured.error && !pictured.isFetching && (
              <Alert title={MAIL_TEXTS.imagesFailed}>{failureText(pictured.error)}</Alert>
            )}
            <Content mailId={mailId} mail={pictured.data ?? shown} />
          </>
        )}
      </QueryState>
    </Dialog>
  )
}

const Frame = chakra('iframe', {
  base: {
    flex: '1',
    minHeight: '60vh',
    width: 'full',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'md',
    bg: 'white',
  },
})
