import { answerCall } from '~/http/contract/contract.server'

/** Every call of the API: which there are, who may make them and what they do, the contract says. */
export { answerCall as action, answerCall as loader }
