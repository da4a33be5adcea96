import { answerCall } from '~/http/contract/contract.server'
import { defineScreen } from '~/screen'

export const handle = defineScreen({ access: 'anyone' })

/** Every call of the API: which there are, who may make them and what they do, the contract says. */
export { answerCall as action, answerCall as loader }
