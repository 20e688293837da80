import { Box, Field, Flex, Input, Text } from '@helpdesk/ui'
import { useState } from 'react'
import { dnsRecords } from '../model/mail'
import { CopyButton } from '../parts/CopyButton'
import * as texts from './texts'

const RECORDS = ['spf', 'dkim', 'dmarc'] as const

/** SPF, DKIM and DMARC of a domain as text to copy. */
export function DnsRecords({ domain: initial }: { domain: string }) {
  const [domain, setDomain] = useState(initial)
  const records = dnsRecords(domain.trim().toLowerCase() || 'example.com')
  return (
    <>
      <Field label={texts.domain}>
        <Input autoComplete="off" value={domain} onChange={({ target }) => setDomain(target.value)} />
      </Field>
      {RECORDS.map((key) => {
        const { type, name, value } = records[key]
        return (
          <Box key={key} as="section" aria-label={texts[key]}>
            <Flex alignItems="center" justifyContent="space-between" gap="2">
              <Text fontWeight="medium">{texts[key]}</Text>
              <CopyButton
                text={value}
                label={texts.copy}
                name={texts.copyOf(texts[key])}
                what={texts.dnsWhat}
              />
            </Flex>
            <Text tone="muted" fontSize="sm" overflowWrap="anywhere">
              {type} · {name}
            </Text>
            <Box as="code" fontSize="sm" overflowWrap="anywhere">
              {value}
            </Box>
          </Box>
        )
      })}
      <Text tone="muted" fontSize="sm">
        {texts.dnsHint}
      </Text>
    </>
  )
}
