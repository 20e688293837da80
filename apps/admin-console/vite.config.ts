import { remoteConfig } from '@helpdesk/remote-contract/build'
import config from './remote.config.ts'

export default remoteConfig(import.meta.url, config)
