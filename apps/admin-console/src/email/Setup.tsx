import { SettingsSection } from '@helpdesk/auth'
import { QueryState, Skeleton, Stack } from '@helpdesk/ui'
import { useMailChannel } from '../api/get-mail-channel'
import { useMailAddresses } from '../api/list-mail-addresses'
import { AddressList } from './AddressList'
import { ChannelState } from './ChannelState'
import { DnsRecords } from './DnsRecords'
import { SignatureForm } from './SignatureForm'
import { TestMail } from './TestMail'
import * as texts from './texts'
import { domainOf } from '../model/mail'

/** State of the channel, test, addresses, signature and DNS records. */
export function Setup() {
  const channel = useMailChannel()
  const addresses = useMailAddresses()
  const sender = channel.data?.sender
  const first = addresses.data?.find(({ is_active }) => is_active)?.address ?? sender
  return (
    <>
      <SettingsSection title={texts.state} text={texts.stateText}>
        <QueryState query={channel} errorTitle={texts.loadFailed} pending={<Pending />}>
          {(data) => <ChannelState channel={data} />}
        </QueryState>
      </SettingsSection>
      <SettingsSection title={texts.test} text={texts.testText}>
        <TestMail />
      </SettingsSection>
      <SettingsSection title={texts.addresses} text={texts.addressesText}>
        <QueryState query={addresses} errorTitle={texts.loadFailed} pending={<Pending />}>
          {(rows) => <AddressList addresses={rows} />}
        </QueryState>
      </SettingsSection>
      <SettingsSection title={texts.signature} text={texts.signatureText}>
        <SignatureForm />
      </SettingsSection>
      <SettingsSection title={texts.dns} text={texts.dnsText}>
        <DnsRecords key={first} domain={first ? domainOf(first) : 'example.com'} />
      </SettingsSection>
    </>
  )
}

const Pending = () => (
  <Stack gap="3" aria-hidden>
    <Skeleton height="8" />
    <Skeleton height="8" />
  </Stack>
)
