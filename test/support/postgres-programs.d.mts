/** The folder of `initdb` and `postgres`; undefined where there is none. */
export declare const postgresPrograms: () => string | undefined;
