/** A generator of numbers from 0 to 1, the same for the same seed. */
export declare function randomFrom(seed: number): () => number;
