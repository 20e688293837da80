import { summaryOf, type InviteResult } from '../model/invites'
import {
  AlertIcon,
  Badge,
  Box,
  Button,
  Card,
  chakra,
  ErrorIcon,
  Heading,
  SuccessIcon,
  Text,
} from '@helpdesk/ui'
import { useEffect, useRef } from 'react'
import { CopyButton } from '../parts/CopyButton'
import * as texts from './texts'

/** The result for each address, with its link: links are shown nowhere else. */
export function InviteResults({
  results,
  onClose,
}: {
  results: readonly InviteResult[]
  onClose: () => void
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  // Move keyboard users from the form to its results.
  useEffect(() => heading.current?.focus(), [results])
  const links = results.flatMap(({ email, link }) => (link ? [`${email} ${link}`] : []))
  return (
    <Card padded aria-label={texts.results}>
      <Head>
        <Heading size="sm" ref={heading} tabIndex={-1} flex="1" outline="none">
          {summaryOf(results)}
        </Heading>
        {links.length > 1 && <CopyButton text={links.join('\n')} label={texts.copyAll} />}
        <Button size="sm" variant="ghost" onClick={onClose}>
          {texts.done}
        </Button>
      </Head>
      {links.length > 0 && (
        <Text tone="muted" fontSize="sm" marginTop="1">
          {texts.linksOnce}
        </Text>
      )}
      {/* The keyboard can scroll the list only if it, or something in it, takes focus. */}
      <List tabIndex={links.length > 0 ? undefined : 0} aria-label={texts.resultsByAddress}>
        {results.map((result, index) => (
          <li key={`${index} ${result.email}`}>
            <Result {...result} />
          </li>
        ))}
      </List>
    </Card>
  )
}

function Result({ email, ok, link, message }: InviteResult) {
  return (
    <>
      <Line>
        <Box as="span" flex="1 1 12rem" minWidth="0" overflowWrap="anywhere" fontWeight="medium">
          {email || texts.empty}
        </Box>
        {ok ? (
          <Badge tone="success" icon={<SuccessIcon />}>
            {texts.invited}
          </Badge>
        ) : link ? (
          <Badge tone="warning" icon={<AlertIcon />}>
            {texts.mailNotSent}
          </Badge>
        ) : (
          <Badge tone="danger" icon={<ErrorIcon />}>
            {texts.notInvited}
          </Badge>
        )}
        {link && <CopyButton text={link} label={texts.copyLink} name={texts.copyLinkOf(email)} />}
      </Line>
      {message && (
        <Text tone="muted" fontSize="sm">
          {message}
        </Text>
      )}
      {link && <Link>{link}</Link>}
    </>
  )
}

const Head = chakra('header', { base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2' } })
const List = chakra('ul', {
  base: {
    listStyle: 'none',
    m: '0',
    mt: '3',
    p: '0',
    maxHeight: '24rem',
    overflowY: 'auto',
    '& > li': { py: '2', borderTopWidth: '1px', borderColor: 'border.muted' },
  },
})
const Line = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2' } })
const Link = chakra('code', {
  base: { display: 'block', fontSize: 'xs', color: 'fg.muted', overflowWrap: 'anywhere', userSelect: 'all' },
})
