import { remoteConfig } from '@helpdesk/remote-contract/build'

export default remoteConfig('customer-portal', import.meta.url)
