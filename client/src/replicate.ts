/** Exports of the entry point `@tocsin/client/replicate`. */
export { replicate, type ReplicaProgress, type ReplicateOptions } from './replica/replicate.ts'
export type { ReplacedRange, ReplicaChanges, ReplicaCheckpoint, ReplicaStore, WalkStep } from './replica/store.ts'
