// Where the product does otherwise than the documents say, and it is known: each by its name, with its reason. The model
// expects what the documents say, and lets what is here pass; a run tells which of them it met, and one that no run
// meets any more comes out of the list.

export const known: Readonly<Record<string, string>> = {};
