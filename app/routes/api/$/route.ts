import { answerCall } from '~/http/contract/contract.server'
import { defineScreen } from '~/screen'

export const handle = defineScreen({ access: 'anyone' })

/** All API calls, as the contract defines them. */
export { answerCall as action, answerCall as loader }
