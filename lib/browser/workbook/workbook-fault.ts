/** What is wrong with a file, in a sentence for the person who chose it. */
export class WorkbookFault extends Error {}
