import { remoteConfig } from '@helpdesk/remote-contract/build'

export default remoteConfig('admin-console', import.meta.url)
