# Draws measured.csv (lines) over curves.csv (points) into spectral_radius.png.
set terminal pngcairo size 900,760 font "sans,10"
set output "spectral_radius.png"
set datafile separator ","
set logscale x
set grid
set multiplot layout 2,1
set key outside right
set xlabel "dt/T"
set ylabel "spectral radius"
set yrange [0:1.05]
names = "'gen.-alpha 1' 'gen.-alpha 0.8' 'gen.-alpha 0.5' 'gen.-alpha 0' 'HHT 0.8' 'Bathe' 'ED-alpha 0' 'ED-alpha 0.5'"
plot for [k=1:8] "measured.csv" using 1:(column(2*k)) skip 1 with lines lw 1.5 lc k title word(names, k), \
     for [k=1:8] "curves.csv" using 1:(column(2*k)) skip 1 with points pt 6 ps 0.5 lc k notitle
set ylabel "period error, %"
set logscale y
set yrange [1e-6:1e5]
set format y "10^{%L}"
plot for [k=1:8] "measured.csv" using 1:(100*column(2*k+1)) skip 1 with lines lw 1.5 lc k title word(names, k), \
     for [k=1:8] "curves.csv" using 1:(100*column(2*k+1)) skip 1 with points pt 6 ps 0.5 lc k notitle
