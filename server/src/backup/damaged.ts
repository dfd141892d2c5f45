/** Error for a file that is not a complete, unaltered backup. */
export class DamagedBackup extends Error {}
