package io.tidemark.runtime.team;

import io.tidemark.runtime.async.AsyncCompletion;
import io.tidemark.runtime.cohort.DrainBoard;

/** What schedulers share about tasks that do not simply start and end by themselves. */
public record LaunchSite(DrainBoard drains, Doorbells doorbells, AsyncCompletion async) {}
